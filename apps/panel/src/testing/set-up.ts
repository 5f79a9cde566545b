import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

const router = {
  push: vi.fn(),
  replace: vi.fn(),
  refresh: vi.fn(),
  back: vi.fn(),
  forward: vi.fn(),
  prefetch: vi.fn(),
};

// Next's own hooks need its router around them.
vi.mock("next/navigation", () => ({
  useRouter: () => router,
  usePathname: () => "/",
  useSearchParams: () => new URLSearchParams(),
  useParams: () => ({}),
}));

// Mantine's growing text areas wait for the fonts, which the simulated browser lacks.
Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });

// Without the whole document in every message.
configure({ getElementError: (message) => new Error(message ?? "") });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});
