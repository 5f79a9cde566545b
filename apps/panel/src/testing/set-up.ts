import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// Next's own hooks need its router around them.
vi.mock("next/navigation", async () => {
  const { router } = await import("./router.ts");
  return {
    useRouter: () => router,
    usePathname: () => "/",
    useSearchParams: () => new URLSearchParams(),
    useParams: () => ({}),
  };
});

// Mantine's growing text areas wait for the fonts, which the simulated browser lacks.
Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });

// What a page still asks for when its test has ended would go to the network.
globalThis.fetch = async () => {
  throw new TypeError("Failed to fetch");
};

// Without the whole document in every message. The time limit is a bound on a hang: the default is a second, which a
// busy machine exceeds.
configure({ asyncUtilTimeout: 20_000, getElementError: (message) => new Error(message ?? "") });

// All files of a run share one simulated browser; each test begins with one that has stored nothing.
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});
