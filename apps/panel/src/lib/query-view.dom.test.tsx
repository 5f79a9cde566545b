import messages from "@messages/en.json";
import { focusManager, useQuery } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { ProblemError } from "@/trpc/problem-of.ts";
import { QueryView } from "./query-view.tsx";

afterEach(() => {
  vi.useRealTimers();
  focusManager.setFocused(undefined);
});

function View({ read, staleTime }: { read: () => Promise<string>; staleTime?: number }) {
  const query = useQuery({
    queryKey: ["view"],
    queryFn: read,
    retry: false,
    ...(staleTime === undefined ? {} : { staleTime }),
  });
  return (
    <QueryView query={query} skeleton="loading">
      {(data) => <p>{data}</p>}
    </QueryView>
  );
}

it("loads again on its own once the service is back", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const read = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error("Failed to fetch"));
  read.mockResolvedValue("is back");
  renderInPanel(<View read={read} />);
  await screen.findByText(messages.failure.notLoaded);
  expect(read).toHaveBeenCalledTimes(1);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await screen.findByText("is back");
});

it("doesn't repeat what the service refuses", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const read = vi.fn<() => Promise<string>>().mockRejectedValue(new ProblemError({ status: 403 }));
  renderInPanel(<View read={read} />);
  await screen.findByText(messages.failure.notLoaded);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(read).toHaveBeenCalledTimes(1);
});

it("shows what was changed elsewhere when its tab is visible again, however recently it was read", async () => {
  const read = vi.fn<() => Promise<string>>().mockResolvedValueOnce("before");
  read.mockResolvedValue("after");
  renderInPanel(<View read={read} />);
  await screen.findByText("before");
  act(() => focusManager.setFocused(false));
  act(() => focusManager.setFocused(true));
  await screen.findByText("after");
});

it("doesn't repeat an expensive query for a visit to another tab", async () => {
  const read = vi.fn<() => Promise<string>>().mockResolvedValue("found");
  renderInPanel(<View read={read} staleTime={60_000} />);
  await screen.findByText("found");
  act(() => focusManager.setFocused(false));
  act(() => focusManager.setFocused(true));
  await act(async () => undefined);
  expect(read).toHaveBeenCalledTimes(1);
});
