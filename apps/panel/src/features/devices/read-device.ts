/** A readable name for a user agent; null if unknown. */
export type Device = { browser: string | null; system: string | null };

type DevicePatterns = readonly (readonly [name: string, pattern: RegExp])[];

// User agents also list their ancestors, so the most specific browser of a family comes first.
const browsers: DevicePatterns = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\b(?:OPR|Opera|OPiOS)\//],
  ["Vivaldi", /\bVivaldi\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["DuckDuckGo", /\b(?:DuckDuckGo|Ddg)\//],
  ["Yandex", /\bYaBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ["Safari", /\bVersion\/[\d.]+.*\bSafari\//],
  ["curl", /^curl\//],
  ["Postman", /^PostmanRuntime\//],
  ["Node.js", /^(?:node|undici)\b/i],
  ["Python", /^python-|\baiohttp\//i],
  ["Go", /^Go-http-client\//],
];

const systems: DevicePatterns = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac ?OS ?X\b|\bMacintosh\b/],
  ["Linux", /\bLinux\b|\bX11\b/],
];

const first = (known: DevicePatterns, text: string) =>
  known.find(([, pattern]) => pattern.test(text))?.[0] ?? null;

/** Programs start with their own name; every browser starts with Mozilla. */
const ownName = (text: string) => /^(?!Mozilla\/)([A-Za-z][\w.-]{1,40})\//.exec(text)?.[1] ?? null;

/** Reads a User-Agent header (RFC 9110, 10.1.5). Clients can fake it, but it is good enough to recognize your own. */
export function readDevice(userAgent: string | null): Device {
  const text = userAgent ?? "";
  return { browser: first(browsers, text) ?? ownName(text), system: first(systems, text) };
}
