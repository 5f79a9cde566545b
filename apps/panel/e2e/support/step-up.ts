import type { Page } from "@playwright/test";

/**
 * The API requires a new confirmation after ten minutes. No test waits that long, so the first call of this procedure
 * gets that response here. Later calls reach the API.
 */
export async function askForStepUp(page: Page, procedure: string) {
  let isAsked = false;
  await page.route(`**/trpc/${procedure}*`, async (route) => {
    if (isAsked) {
      return route.fallback();
    }
    isAsked = true;
    const problem = {
      status: 403,
      code: "step_up_required",
      title: "Forbidden",
      detail: "Confirm it's you.",
    };
    await route.fulfill({
      status: 403,
      headers: {
        "access-control-allow-origin": new URL(page.url()).origin,
        "access-control-allow-credentials": "true",
      },
      json: [
        {
          error: {
            message: problem.detail,
            code: -32003,
            data: { code: "FORBIDDEN", httpStatus: 403, problem },
          },
        },
      ],
    });
  });
}
