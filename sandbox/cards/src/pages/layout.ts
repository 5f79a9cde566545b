import type { Context as HonoContext } from "hono";
import { html } from "hono/html";

type Html = ReturnType<typeof html>;

/**
 * A whole page. `formTargets` are the addresses to which its form may lead: browsers apply the policy to redirects
 * too.
 */
export async function pageResponse(
  c: HonoContext,
  page: {
    title: string;
    content: Html;
    status?: 200 | 402 | 404 | 410 | 422 | 500;
    formTargets?: readonly string[];
  },
): Promise<Response> {
  const origins = [...new Set((page.formTargets ?? []).map((target) => new URL(target).origin))];
  c.header(
    "Content-Security-Policy",
    `default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action ${["'self'", ...origins].join(" ")}`,
  );
  c.header("X-Content-Type-Options", "nosniff");
  c.header("Referrer-Policy", "no-referrer");
  c.header("Cache-Control", "no-store");
  const document = html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${page.title} – Test card processor</title>
    <link rel="stylesheet" href="/pages/style.css" />
  </head>
  <body>
    <header class="mark">Test card processor. No real money is moved.</header>
    <main>${page.content}</main>
  </body>
</html>`;
  return c.html(document, page.status ?? 200);
}
