import { render } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { zoneCookie } from "@/i18n/zone.ts";
import { router } from "@/testing/router.ts";
import { AddressesProvider } from "@/ui/addresses.tsx";
import { PanelProviders } from "./panel-providers.tsx";

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const otherZone = ownZone === "Asia/Tokyo" ? "UTC" : "Asia/Tokyo";
const cookie = `${zoneCookie}=${encodeURIComponent(ownZone)}`;
const page = (timeZone: string) => (
  <AddressesProvider value={{ apiUrl: "http://api.test", panelUrl: "http://panel.test" }}>
    <PanelProviders nonce="" timeZone={timeZone} now="2026-01-01T00:00:00.000Z">
      The page
    </PanelProviders>
  </AddressesProvider>
);

const setCookie = (text: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the panel sets it
  document.cookie = `${text}; Path=/`;
};

afterEach(() => setCookie(`${zoneCookie}=; Max-Age=0`));

it.each([
  ["before the browser had sent its zone", "other=1"],
  ["before the browser's zone had arrived", cookie],
])("requests a page once more that was requested %s", (_, before) => {
  setCookie(before);
  const { rerender } = render(page(otherZone));
  expect(router.refresh).toHaveBeenCalledTimes(1);
  expect(document.cookie).toContain(cookie);
  // A server that doesn't know the zone uses another one again.
  rerender(page("Etc/GMT+12"));
  expect(router.refresh).toHaveBeenCalledTimes(1);
});

it("leaves a page alone that already has the reader's zone", () => {
  render(page(ownZone));
  expect(router.refresh).not.toHaveBeenCalled();
  expect(document.cookie).not.toContain(zoneCookie);
});
