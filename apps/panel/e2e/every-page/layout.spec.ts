import { expect } from "@playwright/test";
import { layoutFaults } from "../support/layout.ts";
import { test } from "../support/test.ts";

test.use({ viewport: { width: 390, height: 600 } });

const style = `<style>
  * { box-sizing: border-box; margin: 0 } body { font: 16px/20px sans-serif; padding: 20px }
  .card { border: 1px solid; width: 200px; padding: 4px } .line { white-space: nowrap }
  .two { display: grid; grid-template-columns: 60px 1fr }
</style>`;

const faults: readonly [string, string, RegExp][] = [
  [
    "text that runs into its neighbor",
    `<div class="two"><span class="line">ns1.example.net has no address</span><span>No IP address</span></div>`,
    /"ns1.example.net has no address" is printed over "No IP address"/,
  ],
  [
    "text below a badge that is placed over it",
    `<p>Registered</p><b style="position: absolute; top: 20px; left: 30px">3</b>`,
    /"Registered" is printed over "3"|"3" is printed over "Registered"/,
  ],
  [
    "a label over what is typed",
    `<div class="two"><span class="line">IP addresses of it</span><input aria-label="IP" value="192.0.2.1"></div>`,
    /"IP addresses of it" is printed over "\(field IP\)"/,
  ],
  [
    "text that leaves its card",
    `<div class="card"><span class="line">a-name-that-is-longer.example.com</span></div>`,
    /"a-name-that-is-longer.example.com" sticks out of card/,
  ],
  [
    "a label in two lines on a button of one",
    `<button class="card" style="height: 22px; width: 80px">Add another endpoint</button>`,
    /"Add another endpoint" sticks out of card/,
  ],
  [
    "text that is cut off without a sign",
    `<div class="card line" style="overflow: hidden">a-name-that-is-longer.example.com</div>`,
    /"a-name-that-is-longer.example.com" is cut off by card/,
  ],
  ["a page that scrolls sideways", `<div style="width: 500px">Wide</div>`, /scrolls sideways by \d+ px/],
];

for (const [what, html, fault] of faults) {
  test(`finds ${what}`, async ({ page }) => {
    await page.setContent(style + html);
    expect((await layoutFaults(page)).join("\n")).toMatch(fault);
  });
}

test("accepts text that wraps, ends in an ellipsis, scrolls in its own box, is hidden, or lies on a layer above", async ({
  page,
}) => {
  await page.setContent(`${style}
    <div class="card">ns1.example.net has no IP address, and that takes three lines</div>
    <div class="card line" style="overflow: hidden; text-overflow: ellipsis">a-name-that-is-longer.example.com</div>
    <div class="card line" style="overflow: auto">a-name-that-is-longer.example.com</div>
    <p>Status <span style="position: absolute; width: 1px; height: 1px; overflow: hidden">of the domain</span></p>
    <p style="visibility: hidden; position: absolute; top: 20px">Hidden</p>
    <p style="line-height: 1">Tight<br>lines</p>
    <header style="position: fixed; inset: 0 0 auto">A bar above the page</header>`);
  expect(await layoutFaults(page)).toEqual([]);
});
