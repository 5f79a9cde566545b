import { expect, it } from "vitest";
import { keyTagOf } from "./zone-keys.ts";

it("computes the key tag of RFC 4034 section 5.4", () => {
  const key =
    "AQOeiiR0GOMYkDshWoSKz9XzfwJr1AYtsmx3TGkJaNXVbfi/2pHm822aJ5iI9BMzNXxeYCmZDRD99WYwYqUSdjMmmAphXdvxegXd/M5+X7OrzKBaMbCVdFLUUh6DhweJBjEVv5f2wwjM9XzcnOf+EPbtG9DMBmADjFDc2w/rljwvFw==";
  expect(keyTagOf(`256 3 5 ${key}`)).toBe(60_485);
});
