import { connect, createServer, type Server } from "node:net";

/**
 * Passes sign-ins of Postfix to Dovecot. Postfix reports every failure of Dovecot as a wrong password (535), also a
 * temporary one. Only a lost connection is a temporary failure for it (454), so that mail programs keep the password.
 */
export function createSignInRelay(authSocket: string): Server {
  return createServer((postfix) => {
    const dovecot = connect(authSocket);
    let received = "";
    const end = () => {
      postfix.destroy();
      dovecot.destroy();
    };
    postfix.pipe(dovecot);
    dovecot.setEncoding("latin1").on("data", (text: string) => {
      received += text;
      const length = received.lastIndexOf("\n") + 1;
      const lines = received.slice(0, length);
      received = received.slice(length);
      if (/^FAIL\t.*\tcode=temp_fail(\t|$)/m.test(lines)) {
        end();
      } else {
        postfix.write(lines, "latin1");
      }
    });
    for (const socket of [postfix, dovecot]) {
      socket.on("error", end).on("close", end);
    }
  });
}
