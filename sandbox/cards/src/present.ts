/**
 * The JSON that callers receive. Addresses of our own pages are stored without a host, since a restart may change the
 * port.
 */
export function present(value: unknown, baseUrl: string): string {
  return JSON.stringify(
    value,
    (key, item) =>
      (key === "url" || key === "stripe_js") && typeof item === "string" && item.startsWith("/pages/")
        ? baseUrl + item
        : item,
    2,
  );
}
