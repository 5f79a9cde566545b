import messages from "@messages/en.json";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { type NotificationSettings, type NotificationTopic, notificationTopics } from "@zonepost/schema";
import { expect, it } from "vitest";
import { fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { Notifications } from "./notifications.tsx";

const words = messages.profile;
const labelOf = (topic: NotificationTopic) => words[`topic_${topic}`];
const owner: NotificationSettings = {
  topics: Object.fromEntries(notificationTopics.map((topic) => [topic, "at_once"])),
  fixedTopics: ["contacts"],
  isOwner: true,
  nextDigestAt: null,
};
const choices = () => screen.getAllByRole("combobox").map((select) => (select as HTMLSelectElement).value);

it("shows an owner as fixed what always arrives at once, and saves the other choices", async () => {
  const sent: unknown[] = [];
  let settings = owner;
  fakeApi({
    ...commonAnswers,
    "me.notifications": () => settings,
    "me.updateNotifications": (input: Pick<NotificationSettings, "topics">) => {
      sent.push(input);
      settings = { ...owner, ...input };
      return settings;
    },
  });
  renderInPanel(<Notifications />);
  const webhooks = await screen.findByRole("combobox", { name: labelOf("webhooks") });
  expect(screen.queryByRole("combobox", { name: labelOf("contacts") })).toBeNull();
  expect(screen.getByText(labelOf("contacts"))).toBeTruthy();
  expect(screen.getAllByText(words.alwaysAtOnce)).toHaveLength(2);
  expect(screen.getByText(words.topicHintOwner_expiry)).toBeTruthy();
  expect(screen.getByText(/06:00 UTC/)).toBeTruthy();
  const save = screen.getByRole("button", { name: words.save });
  expect(save).toHaveProperty("disabled", true);

  fireEvent.change(webhooks, { target: { value: "digest" } });
  fireEvent.click(save);
  await screen.findByText(words.saved);
  expect(sent).toEqual([{ topics: { ...owner.topics, webhooks: "digest" } }]);
  expect(choices()).toEqual(["at_once", "at_once", "at_once", "at_once", "digest", "at_once"]);
});

it("only offers a member the topics that their role includes, and keeps a refused choice", async () => {
  const topics = { expiry: "none", contacts: "none", mail: "none" } as const;
  fakeApi({
    ...commonAnswers,
    "me.notifications": { topics, fixedTopics: [], isOwner: false, nextDigestAt: null },
    "me.updateNotifications": new Refusal({ status: 503, code: "unavailable", title: "Unavailable" }),
  });
  renderInPanel(<Notifications />);
  fireEvent.change(await screen.findByRole("combobox", { name: labelOf("mail") }), {
    target: { value: "at_once" },
  });
  expect(choices()).toEqual(["none", "none", "at_once"]);
  expect(screen.queryByText(labelOf("payments"))).toBeNull();
  expect(screen.getByText(words.topicHint_expiry)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: words.save }));
  await waitFor(() => expect(screen.getByText(words.notificationsNotSaved)).toBeTruthy());
  expect(choices()).toEqual(["none", "none", "at_once"]);
});
