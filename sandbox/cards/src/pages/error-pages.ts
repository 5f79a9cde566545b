import type { Context as HonoContext } from "hono";
import { html } from "hono/html";
import { pageResponse } from "./layout.ts";

export async function notFoundPage(c: HonoContext): Promise<Response> {
  const content = html`
    <h1>Page not found</h1>
    <p>The address is incomplete, or this page doesn't exist. Nothing was charged.</p>`;
  return await pageResponse(c, { title: "Page not found", content, status: 404 });
}

/** The processor failed on request, before or after it charged the card. */
export async function lostPage(c: HonoContext): Promise<Response> {
  const content = html`
    <h1>Something went wrong</h1>
    <p>We don't know yet whether you have paid. Open the page again to see it. You can't pay twice.</p>
    <p><a class="button" href="${c.req.path}">Open the page again</a></p>`;
  return await pageResponse(c, { title: "Something went wrong", content, status: 500 });
}
