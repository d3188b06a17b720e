# For trying Ruam: the server with its embedded PostgreSQL in one container. Data is in the volume /data.
FROM node:24-bookworm-slim

RUN mkdir /ruam /data && chown node:node /ruam /data
# PostgreSQL refuses to run as root.
USER node
WORKDIR /ruam

COPY --chown=node:node . .
# Installs the packages, PostgreSQL among them.
RUN npm run precheck

ENV HOST=0.0.0.0 \
    RUAM_DATA=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=120s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["npm", "start"]
