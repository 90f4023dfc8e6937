# Writes reference-r.json beside itself, of the data in reference.json and of series made here: R's own tests, and limma's moderation
# of variances.
#
# Not needed to build or test. To repeat, on Debian: apt-get install r-base-core r-cran-jsonlite r-bioc-limma, then in this folder:
# Rscript make-reference.R

library(jsonlite)
library(limma)

data <- fromJSON("reference.json")$data

# Of the second group above the first; R looks for the bounds of its normal approximation by steps of the tolerance.
hodges_lehmann <- function(first, second, confidence, exact) {
  test <- wilcox.test(second, first, exact = exact, conf.int = TRUE, conf.level = confidence, tol.root = 1e-9)
  list(confidence = confidence, estimate = unname(test$estimate), low = test$conf.int[1], high = test$conf.int[2])
}

intervals <- function(first, second, exact) {
  list(first = first, second = second,
       intervals = lapply(c(0.8, 0.9, 0.95, 0.99), function(each) hodges_lehmann(first, second, each, exact)))
}

# Eight measurements of six sessions, as different as limma's model says: scaled inverse chi-squared variances.
set.seed(2004)
measurements <- round(t(sapply(1:8, function(i) rnorm(6, 0.004 * (i %% 3), sqrt(0.0004 * 9 / rchisq(1, 9))))), 5)
fit <- eBayes(lmFit(measurements))
squeezed <- squeezeVar(c(0.00041, 0.0019, 0.00078, 0.0064, 0.0011, 0.00029, 0.0024), df = c(7, 7, 7, 7, 15, 5, 7))

result <- list(
  made_with = paste0(R.version.string, ", limma ", packageVersion("limma"), ", jsonlite ", packageVersion("jsonlite")),
  holm = p.adjust(data$ps, "holm"),
  hodges_lehmann = list(
    exact = intervals(data$base, data$head, TRUE),
    uneven = intervals(data$base, data$uneven, TRUE),
    many = intervals(data$untiedA, data$untiedB, FALSE),
    many_tied = suppressWarnings(intervals(data$largeA, data$largeB, FALSE)),
    tied = suppressWarnings(intervals(data$tiedA, data$tiedB, FALSE))
  ),
  limma = list(
    ebayes = list(measurements = measurements, prior = c(fit$s2.prior, fit$df.prior), post = fit$s2.post,
                  t = as.vector(fit$t), p = as.vector(fit$p.value)),
    # Of the spreads that reference.json calls uneven.
    squeezed = list(prior = c(squeezed$var.prior, squeezed$df.prior), post = squeezed$var.post)
  )
)
write(toJSON(result, digits = NA, auto_unbox = TRUE, pretty = TRUE), "reference-r.json")
