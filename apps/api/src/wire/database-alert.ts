import { newId } from "../kernel/ids.ts";
import { composeEmail, sendEmailAtOnce } from "../modules/accounts/index.ts";

/** Emails the operator why the database can't be written. Emails wait in the database, so this one is sent at once. */
export const databaseAlert =
  (deps: Parameters<typeof sendEmailAtOnce>[0], operatorEmail: string) =>
  (reason: string): Promise<void> =>
    sendEmailAtOnce(deps, newId(), { ...databaseFullEmail(reason), to: operatorEmail });

function databaseFullEmail(reason: string) {
  return composeEmail("database_full", {
    en: {
      subject: "The database can't store anything",
      paragraphs: [
        "PostgreSQL refuses to write, so nothing in this installation can be changed, and no webhook or email is sent. Free space on its disk, or make it writable again. Zonepost then continues automatically.",
      ],
      facts: [["PostgreSQL", reason]],
    },
    de: {
      subject: "Die Datenbank kann nichts mehr speichern",
      paragraphs: [
        "PostgreSQL schreibt nicht mehr. In dieser Installation lässt sich deshalb nichts ändern, und weder Webhooks noch E-Mails werden gesendet. Schaffen Sie Platz auf dem Datenträger, oder machen Sie die Datenbank wieder beschreibbar. Danach läuft Zonepost von selbst weiter.",
      ],
      facts: [["PostgreSQL", reason]],
    },
  });
}
