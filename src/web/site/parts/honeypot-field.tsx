/**
 * A field that only programs fill in. It is not drawn at all, so that neither people nor what completes forms for them
 * come upon it: what has something in here is thrown away.
 */
export function HoneypotField() {
  return (
    <div aria-hidden className="hidden">
      <input name="website" aria-label="Website" type="text" tabIndex={-1} autoComplete="off" />
    </div>
  )
}
