# The build is what README.md says under "Run it in a container"; `npm run check-container` runs these steps without an engine.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /opt/lectern
COPY . .
RUN npm run build
RUN npm ci --omit=dev
# The image has a Node of its own.
RUN rm -rf node_modules/node-linux-*

FROM node:24.21.0-bookworm-slim
# With an arena per thread, the C library keeps memory that no thread uses.
ENV MALLOC_ARENA_MAX=2
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/var/lib/lectern
RUN install --directory --owner=node --group=node /var/lib/lectern
WORKDIR /opt/lectern
COPY --from=build /opt/lectern/package.json /opt/lectern/LICENSE /opt/lectern/THIRD_PARTY_NOTICES ./
COPY --from=build /opt/lectern/node_modules ./node_modules
COPY --from=build /opt/lectern/dist ./dist
COPY --from=build /opt/lectern/server/demo/media ./server/demo/media
USER node
VOLUME /var/lib/lectern
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
