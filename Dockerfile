# The site in one container. Without DATABASE_URL it runs its own PostgreSQL in /data.
# Build: docker build --tag b4m .   Run: docker run --publish 3000:3000 --volume b4m:/data b4m

FROM node:24-trixie-slim AS build
WORKDIR /src
COPY package.json package-lock.json ./
COPY scripts ./scripts
# As npm start does it: no development packages, and no second Node beside the image's own.
RUN node --input-type=module --eval "import { ensureInstalled } from './scripts/bootstrap/install.mjs'; await ensureInstalled(process.cwd(), console.log)"
COPY . .
RUN node scripts/bootstrap.mjs build
# What only builds the pages stays behind.
RUN node scripts/bootstrap/prune.mjs

FROM node:24-trixie-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /srv/b4m
# Any user id may run it (docker run --user 12345): everybody may write to /data, whose content belongs to the first user
# alone, and libnss-wrapper gives a user without a name the one that PostgreSQL asks for.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libnss-wrapper \
  && rm -rf /var/lib/apt/lists/* \
  && mkdir --mode=1777 /data
COPY --from=build /src/node_modules ./node_modules
COPY package.json ./
COPY primitives ./primitives
COPY content ./content
COPY ports ./ports
COPY domain ./domain
COPY adapters ./adapters
COPY platform ./platform
COPY server ./server
COPY supabase ./supabase
COPY --from=build /src/build ./build
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The process itself answers SIGTERM: requests end, jobs give back, the database stops.
STOPSIGNAL SIGTERM
# The same options as npm start (scripts/bootstrap/commands.mjs).
CMD ["node", "--max-semi-space-size=16", "server/main.ts"]
