import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { useRememberedAddress } from "./list-addresses.ts";
import { PageHeader } from "./page-header.tsx";

vi.mock("next/navigation", () => ({
  usePathname: () => window.location.pathname,
  useSearchParams: () => new URLSearchParams(window.location.search),
  useRouter: () => ({ push: vi.fn(), prefetch: vi.fn() }),
}));

/** As the shell does. */
function Remembering() {
  useRememberedAddress();
  return null;
}

/** Opens a page whose breadcrumbs lead to these lists, leaves it with a click, and returns where they lead. */
function open(path: string, ...lists: string[]): (string | null)[] {
  window.history.replaceState(null, "", path);
  const page = renderInPanel(
    <>
      <Remembering />
      <PageHeader title="Page" crumbs={lists.map((href) => ({ label: `To ${href}`, href }))} />
    </>,
  );
  const links = screen.queryAllByRole("link").map((link) => link.getAttribute("href"));
  fireEvent.click(document.body);
  page.unmount();
  return links;
}

beforeEach(() => void open("/"));

it("leads from a record and its tabs back to the list as it was filtered and sorted", () => {
  open("/domains?q=shop&sort=name");
  expect(open("/domains/a.com", "/domains")).toEqual(["/domains?q=shop&sort=name"]);
  expect(open("/domains/a.com/dnssec?x=1", "/domains")).toEqual(["/domains?q=shop&sort=name"]);
});

it("leads back through two lists, each as it was", () => {
  open("/webhooks?tag=a");
  open("/webhooks/whk_1?status=failed", "/webhooks");
  expect(open("/webhooks/whk_1/deliveries/whd_1", "/webhooks", "/webhooks/whk_1")).toEqual([
    "/webhooks?tag=a",
    "/webhooks/whk_1?status=failed",
  ]);
});

it("knows no filter that was cleared, and none from before another part of the panel was visited", () => {
  open("/domains?q=shop");
  open("/domains");
  expect(open("/domains/a.com", "/domains")).toEqual(["/domains"]);
  open("/domains?q=shop");
  open("/payments");
  expect(open("/domains/a.com", "/domains")).toEqual(["/domains"]);
});

it("stores no filter in the browser", () => {
  open("/domains?q=shop");
  open("/domains/a.com", "/domains");
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
});
