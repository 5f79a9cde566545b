import fs from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { makeReplaceable, placeToListen } from "../../apps/api/src/entry/replaceable.ts";
import { root } from "../project.mjs";
import { logAsJson, logsAsJson } from "./output.mjs";
import { createStaticFiles, decodedPath } from "./static-files.mjs";

// Serves the panel's production build. `next start` does not notice when its parent disappears; this does.

if (logsAsJson) {
  logAsJson("panel");
}

const dir = path.join(root, "apps/panel");
const build = process.env.NEXT_DIST_DIR ?? ".next";
const hostname = process.env.HOST || "127.0.0.1";
const port = Number(process.env.PANEL_PORT);

process.chdir(dir);
// The configuration as it was built. Next would compile the file again at each start, for which it needs its compiler.
const { config } = JSON.parse(fs.readFileSync(path.join(dir, build, "required-server-files.json"), "utf8"));
process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
const next = createRequire(path.join(dir, "package.json"))("next");
const app = next({ dev: false, dir, hostname, port });
await app.prepare();
const handle = app.getRequestHandler();
const answerStaticFile = createStaticFiles(path.join(dir, build, "static"));
const server = createServer((request, response) => {
  if (answerStaticFile(request, response)) {
    return;
  }
  // Next answers with a bare 500 if it can't decode a path, even after a rewrite in the proxy.
  if (decodedPath(request.url) === undefined) {
    request.url = "/unknown";
  }
  handle(request, response).catch((error) => {
    console.error(error);
    if (!response.headersSent) {
      response.statusCode = 500;
    }
    response.end();
  });
});

let isStopping = false;
function stop() {
  if (isStopping) {
    return;
  }
  isStopping = true;
  close().then(() => process.exit(0));
}
const close = makeReplaceable(server, stop);
process.once("disconnect", stop);
process.once("SIGTERM", stop);
process.once("SIGINT", stop);

server.once("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
const { LISTEN_FD } = process.env;
server.listen(placeToListen(LISTEN_FD ? Number(LISTEN_FD) : undefined, { port, host: hostname }), () =>
  process.send?.({
    type: "ready",
    port: /** @type {import("node:net").AddressInfo} */ (server.address()).port,
  }),
);
