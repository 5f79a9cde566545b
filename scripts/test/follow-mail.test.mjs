import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { placeForTests } from "../../packages/embedded-postgres/src/testing-place.mjs";
import { followMail } from "../supervisor/follow-mail.mjs";
import { createRunFile, readRunFile } from "../supervisor/run-file.mjs";

it("lists mail servers in run.json while their process runs, whether or not the supervisor started it", async () => {
  const dataDir = fs.mkdtempSync(path.join(placeForTests(), "zonepost-follow-mail-"));
  const file = path.join(dataDir, "run.json");
  const runFile = createRunFile(file, { api: 4000 }, () => {});
  const mail = followMail({ dataDir, runFile });
  const servers = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e9)"], { stdio: "ignore" });
  try {
    mail.look();
    expect(readRunFile(file).pids.mail).toEqual([]);
    const ports = { smtp: 1, submission: 2, submissions: 3, imap: 4, imaps: 5, sieve: 6 };
    fs.mkdirSync(path.join(dataDir, "mail"));
    fs.writeFileSync(path.join(dataDir, "mail/address.json"), JSON.stringify({ pid: servers.pid, ports }));
    // As for servers of ours, which are listed when they start.
    runFile.add("mail", servers.pid);
    mail.look();
    expect(readRunFile(file)).toMatchObject({
      ports: { api: 4000, ...ports },
      pids: { mail: [servers.pid] },
    });
    servers.kill("SIGKILL");
    await expect.poll(() => readRunFile(file)).toMatchObject({ ports: { api: 4000 }, pids: { mail: [] } });
    expect(readRunFile(file).ports).toEqual({ api: 4000 });
  } finally {
    servers.kill("SIGKILL");
    mail.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
});
