# Makes tables as R writes them: by write.csv with and without names of rows, by write.csv2
# with decimal commas, by write.table with spaces and with tabs; NA for a point that is not
# seen. Twelve tracks move in seven frames, as place2 in variables_test.go has them.
#
# usage: Rscript tables.R FOLDER
setwd(commandArgs(TRUE)[1])
d <- expand.grid(track = 1:12, frame = 1:7)
i <- d$track - 1
f <- d$frame - 1
d$x <- (i * 97) %% 640 + 1.5 * f
d$y <- (i * 61) %% 480 + f * (i %% 3)
hidden <- d
hidden$x[d$track == 6 & d$frame == 4] <- NA
write.csv(hidden, "r_na.csv", row.names = FALSE)
write.csv(d, "r_rownames.csv")
write.csv2(d, "r_csv2.csv", row.names = FALSE)
write.table(d, "r_table.txt", row.names = FALSE)
write.table(d, "r_tabs.tsv", row.names = FALSE, sep = "\t", quote = FALSE)
w <- matrix(0, 14, 12)
for (f in 0:6) for (i in 0:11) w[2 * f + 1:2, i + 1] <- c((i * 97) %% 640 + 1.5 * f, (i * 61) %% 480 + f * (i %% 3))
write.table(w, "r_matrix.txt", row.names = FALSE, col.names = FALSE)
saveRDS(d, "r.rds")
