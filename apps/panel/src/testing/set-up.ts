import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { expectWarning } from "../../../../testing/warnings.ts";

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

// Without the whole document in every message. The time limit is a bound on a hang: the default is a second, which a
// busy machine exceeds.
configure({ asyncUtilTimeout: 20_000, getElementError: (message) => new Error(message ?? "") });

beforeEach(() => {
  // A dialog whose content is still loading has nothing to focus yet.
  expectWarning("[@mantine/hooks/use-focus-trap] Failed to find focusable element");
  // The simulated browser doesn't know the element.
  expectWarning("The tag <search> is unrecognized in this browser.");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});
