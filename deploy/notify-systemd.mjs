import { spawn } from "node:child_process";

// Loaded before a program that systemd starts: what it would tell its supervisor when it is ready, it tells systemd.

process.send = (message) => {
  if (message?.type === "ready") {
    spawn("systemd-notify", ["--ready"], { stdio: "ignore" }).once("error", (error) => console.error(error));
  }
  return true;
};
