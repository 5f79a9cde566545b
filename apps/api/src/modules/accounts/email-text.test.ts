import { expect, it } from "vitest";
import { emailContent } from "./email-text.ts";

it("a mail says the same as text and as HTML, where names and addresses cannot become markup", () => {
  const { text, html } = emailContent(['Hello <script>alert(1)</script> & "you",'], {
    label: "Go",
    url: "https://a.example/?x=1&y='\"><b>",
  });
  expect(text).toContain('Hello <script>alert(1)</script> & "you",');
  expect(text).toContain("Go:\nhttps://a.example/?x=1&y='\"><b>");
  expect(html).not.toMatch(/<script|<b>|y='"/);
  expect(html).toContain('href="https://a.example/?x=1&amp;y=&#39;&quot;&gt;&lt;b&gt;"');
});
