import { vi } from "vitest";

/** Next's router, the same for all test files: components keep the one of the first file that loaded them. */
export const router = {
  push: vi.fn(),
  replace: vi.fn(),
  refresh: vi.fn(),
  back: vi.fn(),
  forward: vi.fn(),
  prefetch: vi.fn(),
};
