package moments

func setWideVectorCode(on bool) { wideVectorCode = on }
