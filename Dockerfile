# The server over HTTP. Build: docker build -t calendar-mcp .
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build
RUN npm prune --omit=dev --ignore-scripts
RUN mkdir -p empty

FROM gcr.io/distroless/nodejs24-debian12:nonroot
WORKDIR /app
ENV NODE_ENV=production CALENDAR_CONFIG=/config/calendar-mcp.json CALENDAR_STATE_DIR=/state CALENDAR_LOG=info
# Node.js otherwise lets garbage lie while there is memory. More people at once need more.
ENV NODE_OPTIONS=--max-old-space-size=224
# The only folders that are written to.
COPY --from=build --chown=65532:65532 /app/empty /config
COPY --from=build --chown=65532:65532 /app/empty /state
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/packaging/container/first-start.mjs ./
USER 65532
VOLUME ["/config", "/state"]
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=3s --start-period=10s CMD ["/nodejs/bin/node", "-e", "fetch('http://127.0.0.1:8080/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["dist/main.js", "--http", "0.0.0.0:8080"]
