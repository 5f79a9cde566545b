import { onlineManager } from "@tanstack/react-query";
import { afterEach, expect, it } from "vitest";
import { createQueryClient } from "./query-client.ts";

afterEach(() => onlineManager.setOnline(true));

it("fails a submit without a network, so that the page can say so", async () => {
  onlineManager.setOnline(false);
  const client = createQueryClient();
  const submit = client.getMutationCache().build(client, {
    mutationFn: () => Promise.reject(new Error("Failed to fetch")),
  });
  await expect(submit.execute(undefined)).rejects.toThrow("Failed to fetch");
});
