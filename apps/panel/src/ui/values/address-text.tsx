import { Fragment } from "react";
import classes from "./address-text.module.css";
import { piecesOf } from "./break-points.ts";

/** An email address, a domain name or a URL. In a narrow place, it breaks at its marks and not inside a word. */
export function AddressText({ children }: { children: string }) {
  return (
    <span className={classes.address}>
      {piecesOf(children).map((piece, index) => (
        <Fragment key={index}>
          {index > 0 ? <wbr /> : null}
          {piece}
        </Fragment>
      ))}
    </span>
  );
}
