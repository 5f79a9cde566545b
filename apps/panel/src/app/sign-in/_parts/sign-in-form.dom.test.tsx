import messages from "@messages/en.json";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { AddressesProvider } from "@/ui/addresses.tsx";
import { SignInForm } from "./sign-in-form.tsx";

it("says that it needs JavaScript, for browsers without", () => {
  const page = renderToStaticMarkup(
    <AddressesProvider value={{ apiUrl: "http://api.test", panelUrl: "http://panel.test" }}>
      <SignInForm
        words={{ ...messages.signIn, emailInvalid: "" }}
        next="/domains"
        sandbox={false}
        providers={[]}
      />
    </AddressesProvider>,
  );
  expect(page).toMatch(new RegExp(`<noscript>.*${messages.signIn.noScript}.*</noscript>`));
});
