# An image with permafrost, and with git for the commands that read history.
#
#   docker build --tag permafrost .
#   docker run --rm --volume "$PWD:/project" permafrost check
FROM swift:6.3-bookworm AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libsqlite3-dev libssl-dev zlib1g-dev patchelf binutils \
    && rm -rf /var/lib/apt/lists/*
COPY . /permafrost
RUN DESTDIR=/image PREFIX=/usr/local /permafrost/Scripts/install

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates git libsqlite3-0 libssl3 libstdc++6 libxml2 zlib1g \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 10001 permafrost \
    && git config --system --add safe.directory /project
COPY --from=build /image/usr/local /usr/local
USER permafrost
WORKDIR /project
ENTRYPOINT ["permafrost"]
CMD ["--help"]
