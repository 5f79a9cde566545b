import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { zoneCookie, zoneScript } from "@/i18n/zone.ts";
import { router } from "@/testing/router.ts";
import { AddressesProvider } from "@/ui/addresses.tsx";
import { PanelProviders } from "./panel-providers.tsx";

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const otherZone = ownZone === "Asia/Tokyo" ? "UTC" : "Asia/Tokyo";
const page = (timeZone: string) => (
  <AddressesProvider value={{ apiUrl: "http://api.test", panelUrl: "http://panel.test" }}>
    <PanelProviders nonce="" timeZone={timeZone} now="2026-01-01T00:00:00.000Z">
      The page
    </PanelProviders>
  </AddressesProvider>
);

it("requests a page once more that was requested without the browser's zone", () => {
  const { rerender } = render(page(otherZone));
  expect(router.refresh).toHaveBeenCalledTimes(1);
  // A server that doesn't know the zone uses another one again.
  rerender(page("Etc/GMT+12"));
  expect(router.refresh).toHaveBeenCalledTimes(1);
});

it("leaves a page alone that already has the reader's zone", () => {
  render(page(ownZone));
  expect(router.refresh).not.toHaveBeenCalled();
});

it("sends the browser's zone with every request from the first page on", () => {
  new Function(zoneScript)();
  expect(document.cookie).toContain(`${zoneCookie}=${encodeURIComponent(ownZone)}`);
});
