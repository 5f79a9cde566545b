import { Fragment } from "react";
import classes from "./address-text.module.css";
import { piecesOf } from "./break-points.ts";

type AddressTextProps = {
  children: string;
  /** At most two lines, broken anywhere if need be; the title is the whole text. For URLs, which may hold long tokens. */
  isClamped?: boolean;
};

/** An email address, a domain name or a URL. In a narrow place, it breaks at its marks and not inside a word. */
export function AddressText({ children, isClamped = false }: AddressTextProps) {
  return (
    <span
      className={classes.address}
      data-clamped={isClamped || undefined}
      title={isClamped ? children : undefined}
    >
      {piecesOf(children).map((piece, index) => (
        <Fragment key={index}>
          {index > 0 ? <wbr /> : null}
          {piece}
        </Fragment>
      ))}
    </span>
  );
}
