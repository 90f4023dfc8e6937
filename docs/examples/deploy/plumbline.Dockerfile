# Plumbline with its load generator, for `plumbline cluster run --image`: built in a checkout of Plumbline's repository by
#   docker build --file docs/examples/deploy/plumbline.Dockerfile --tag registry.example/plumbline .
# hadolint global ignore=DL3008
# Debian keeps one version of a package in a release: one that is pinned is gone with the next security fix.
FROM node:22-bookworm-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev make libpq-dev
# Sources alone: what the checkout's machine has built is newer than they are, and make would leave it as it is.
COPY runner-native/Makefile /src/runner-native/
COPY runner-native/src /src/runner-native/src
RUN make -C /src/runner-native

FROM node:22-bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends libpq5 && rm -rf /var/lib/apt/lists/*
COPY package.json /opt/plumbline/
COPY dist /opt/plumbline/dist
COPY --from=build /src/runner-native/build/plumbline-load /usr/local/bin/plumbline-load
RUN ln -s /opt/plumbline/dist/cli.js /usr/local/bin/plumbline && chmod 755 /opt/plumbline/dist/cli.js
ENV PLUMBLINE_LOAD=/usr/local/bin/plumbline-load
# A number: the pods ask for a user that is not root, and a name does not show that.
USER 1000
ENTRYPOINT ["plumbline"]
