package shrink

func setVectorCode(on bool) { vectorCode = on }
