import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import type { Hono } from "hono";
import { compress } from "hono/compress";
import { notFound, problemPages } from "../../kernel/errors.ts";
import type { AuthOperation, Operation } from "../../kernel/http/operation.ts";
import { describeEventTypes } from "../../modules/webhooks/index.ts";
import { buildOpenApi } from "./openapi/build-openapi.ts";
import type { HonoEnv } from "./request.ts";
import { completeRead } from "./respond.ts";

const referenceFiles: Record<string, string> = {
  "swagger-ui.css": "text/css",
  "swagger-ui-bundle.js": "text/javascript",
};
const referenceFolder = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));

const startReference = `window.ui = SwaggerUIBundle({ url: "/openapi.json", dom_id: "#reference", deepLinking: true, withCredentials: true, docExpansion: "list", filter: true, defaultModelsExpandDepth: 0 });`;
/** Swagger UI has elements of the same names, which keep its own style. */
const style =
  "body{font:16px/1.6 system-ui,sans-serif;margin:0;color:#1f2933;background:#fff}body>main{max-width:42rem;margin:0 auto;padding:2rem 1.25rem;& :is(h1,h2,li,p){overflow-wrap:anywhere}& :is(code,pre){font-family:ui-monospace,monospace;background:#f0f2f4;padding:.1em .3em;border-radius:4px}& pre{padding:.75rem 1rem;overflow-x:auto;font-size:.8125rem;line-height:1.5}& summary{cursor:pointer}& section{border-top:1px solid #d9dfe5;margin-top:2rem}& a{color:#0b5fa5}}@media (prefers-color-scheme:dark){body:has(>main){color:#e4e8ec;background:#18191e}body>main{& :is(code,pre){background:#25272e}& section{border-color:#3a3d46}& a{color:#8ab4f8}}}";
const sourceHash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Serves the description at /openapi.json, a reference at /docs, and pages for event types and problems, all self-hosted. */
export function mountDocs(
  app: Hono<HonoEnv>,
  deps: {
    apiUrl: string;
    operations: readonly Operation[];
    authOperations: readonly AuthOperation[];
    cookieName: string;
  },
): void {
  const { apiUrl, operations, authOperations, cookieName } = deps;
  // Built on first use, because few processes ever serve it.
  let document: string | undefined;
  app.get("/openapi.json", (c) => {
    document ??= JSON.stringify(buildOpenApi({ apiUrl, operations, authOperations, cookieName }));
    return completeRead(c, 200, document, {});
  });

  const reference = page(
    "Zonepost API",
    `<div id="reference"></div><script src="/docs/files/swagger-ui-bundle.js"></script><script>${startReference}</script>`,
    '<link rel="stylesheet" href="/docs/files/swagger-ui.css">',
  );
  app.get("/docs", (c) =>
    c.body(reference, 200, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; connect-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self' ${sourceHash(startReference)}; frame-ancestors 'none'`,
    }),
  );
  app.get("/docs/files/:file", compress(), (c) => {
    const file = c.req.param("file");
    const type = Object.hasOwn(referenceFiles, file) ? referenceFiles[file] : undefined;
    if (!type) {
      throw notFound();
    }
    const stream = Readable.toWeb(createReadStream(join(referenceFolder, file))) as ReadableStream;
    return c.body(stream, 200, { "content-type": type, "cache-control": "public, max-age=86400" });
  });
  app.get("/docs/problems/:code", (c) => {
    const code = c.req.param("code");
    const problem = problemPages.get(code);
    const body = problem
      ? `<main><p>Problem</p><h1><code>${code}</code></h1><h2>What happened</h2><p>${problem.cause}</p><h2>What to do</h2><p>${problem.fix}</p><p><a href="/docs">API reference</a></p></main>`
      : `<main><h1>Unknown problem</h1><p>There is no page for this code. See the <code>detail</code> of the response.</p><p><a href="/docs">API reference</a></p></main>`;
    return c.body(page(problem ? code : "Unknown problem", body), problem ? 200 : 404, staticPage);
  });
  let eventTypesPage: string | undefined;
  app.get("/docs/event-types", (c) => {
    eventTypesPage ??= page("Event types", eventTypesBody());
    return c.body(eventTypesPage, 200, staticPage);
  });
}

const staticPage = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src ${sourceHash(style)}; frame-ancestors 'none'`,
};

function eventTypesBody(): string {
  const types = describeEventTypes();
  const list = types.map(({ name }) => `<li><a href="#${name}"><code>${name}</code></a></li>`).join("");
  const sections = types.map(
    ({ name, description, schema, example }) =>
      `<section id="${name}"><h2><code>${name}</code></h2><p>${description}</p><h3>Example</h3>${json(example)}<details><summary>JSON Schema</summary>${json(schema)}</details></section>`,
  );
  return `<main><h1>Event types</h1><p>The body of a delivery contains the event's <code>id</code>, <code>type</code>, <code>createdAt</code>, <code>workspaceId</code>, <code>sequence</code> and <code>data</code>. We may add fields and event types at any time, so ignore those you don't recognize. To read this catalog in a program, call <code>GET /webhooks/event-types</code>.</p><ul>${list}</ul>${sections.join("")}<p><a href="/docs">API reference</a></p></main>`;
}

const json = (value: unknown) =>
  `<pre>${JSON.stringify(value, null, 2).replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</pre>`;

const page = (title: string, body: string, head = "") =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style>${head}</head><body>${body}</body></html>`;
