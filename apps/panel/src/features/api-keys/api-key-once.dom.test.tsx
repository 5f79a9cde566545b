import messages from "@messages/en.json";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { apiKey } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { ApiKeyOnce } from "./api-key-once.tsx";

const reload = () => {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented ? "asks" : "leaves";
};

it("asks before the key is lost, until it was copied", async () => {
  renderInPanel(<ApiKeyOnce apiKey={{ ...apiKey, key: "zp_secret" }} />);
  screen.getByRole("region", { name: messages.apiKeys.key });
  await waitFor(() => expect(reload()).toBe("asks"));
  fireEvent.copy(screen.getByText("zp_secret"));
  await waitFor(() => expect(reload()).toBe("leaves"));
});
