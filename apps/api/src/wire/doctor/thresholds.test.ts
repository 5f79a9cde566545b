import { describe, expect, it } from "vitest";
import {
  inWords,
  judgeBackup,
  judgeCertificate,
  judgeClock,
  judgeDisk,
  judgeMailHost,
  judgeQueue,
  judgeRestore,
  type Queue,
} from "./thresholds.ts";

const s = 1_000;
const min = 60 * s;
const h = 60 * min;
const day = 24 * h;
const GiB = 2 ** 30;

describe("the doctor's thresholds", () => {
  it.each<[Queue, number, string]>([
    ["webhooks", 5 * min, "ok"],
    ["webhooks", 5 * min + 1, "warning"],
    ["webhooks", h + 1, "failed"],
    ["jobs", h + 1, "failed"],
    // A relay that defers an email for an hour is usual.
    ["email", h, "warning"],
    ["email", day + 1, "failed"],
    ["domains", 15 * min, "ok"],
    ["domains", h, "warning"],
    ["mail", 7 * h, "failed"],
    ["orders", 7 * h, "failed"],
    ["payments", 16 * min, "warning"],
  ])("work of %s that has waited for %i ms is %s", (queue, waitedMs, state) => {
    expect(judgeQueue(queue, waitedMs)).toBe(state);
  });

  it.each([
    ["a clock ahead by 2 s", judgeClock(2 * s), "ok"],
    ["a clock behind by 3 s", judgeClock(-3 * s), "warning"],
    ["a clock behind by 31 s", judgeClock(-31 * s), "failed"],
    ["a certificate with 14 days left", judgeCertificate(14 * day), "ok"],
    ["a certificate with less", judgeCertificate(14 * day - 1), "warning"],
    ["a certificate that has expired", judgeCertificate(-1), "failed"],
    ["a disk with a tenth free", judgeDisk(100 * GiB, 1000 * GiB), "ok"],
    ["a disk with less than a tenth", judgeDisk(99 * GiB, 1000 * GiB), "warning"],
    ["a disk with less than 2 %", judgeDisk(19 * GiB, 1000 * GiB), "failed"],
    ["a small disk with half of it free", judgeDisk(GiB / 2, GiB), "warning"],
    ["a tiny disk with half of it free", judgeDisk(GiB / 16, GiB / 8), "failed"],
    ["a backup of yesterday", judgeBackup(day), "ok"],
    ["a backup of three days ago", judgeBackup(3 * day), "warning"],
    ["a backup of three weeks ago", judgeBackup(21 * day), "failed"],
    ["a restore of last month", judgeRestore(30 * day), "ok"],
    ["a restore of last year", judgeRestore(365 * day), "warning"],
    ["a mail host that reported a minute ago", judgeMailHost(min), "ok"],
    ["a mail host that reported ten minutes ago", judgeMailHost(10 * min), "warning"],
    ["a mail host that reported last week", judgeMailHost(7 * day), "failed"],
  ])("%s", (_what, found, state) => {
    expect(found).toBe(state);
  });

  it.each([
    [0, "0 s"],
    [119 * s, "119 s"],
    [-2 * min, "2 min"],
    [47 * h, "47 h"],
    [3 * day, "3 days"],
  ])("%i ms is written as %s", (durationMs, words) => {
    expect(inWords(durationMs)).toBe(words);
  });
});
