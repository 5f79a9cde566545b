import { afterAll } from "vitest";
import "./mail-host/inbound.ts";
import "./mail-host/sessions.ts";
import "./mail-host/sieve.ts";
import "./mail-host/outgoing.ts";
import "./mail-host/path.ts";
import { stopSharedMail } from "./support/mail/setup.ts";

// The parts share one set of mail servers, which take longer to start than most parts. Inbound is first, since it expects
// that nothing has bounced, and the path of a message is last, since it changes Postfix's settings.

afterAll(stopSharedMail);
