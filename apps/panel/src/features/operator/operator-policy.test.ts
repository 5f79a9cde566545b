import type { OperatorNeed } from "@zonepost/schema";
import { expect, it } from "vitest";
import { byUrgency } from "./operator-policy.ts";

const payment = (name: string, needs: OperatorNeed[], createdDay: number, dueDay?: number) => ({
  name,
  needs,
  createdAt: `2030-01-0${createdDay}T00:00:00.000Z`,
  evidenceDueAt: dueDay === undefined ? null : `2030-02-0${dueDay}T00:00:00.000Z`,
});

it("puts disputes first by their deadline, then warnings and refunds, the oldest first", () => {
  const sorted = [
    payment("waiting", ["refund_waiting"], 1),
    payment("failed", ["refund_failed"], 2),
    payment("warned later", ["fraud_warning"], 4),
    payment("warned", ["fraud_warning", "refund_failed"], 3),
    payment("dispute without a date", ["dispute"], 1),
    payment("due later", ["dispute"], 1, 9),
    payment("due soon", ["dispute"], 5, 2),
  ].toSorted(byUrgency);
  expect(sorted.map(({ name }) => name)).toEqual([
    "due soon",
    "due later",
    "dispute without a date",
    "warned",
    "warned later",
    "failed",
    "waiting",
  ]);
});
