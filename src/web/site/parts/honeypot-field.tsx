/**
 * Hidden field that only bots fill in; the server discards such submissions. It isn't rendered, so people and browser
 * autofill never reach it.
 */
export function HoneypotField() {
  return (
    <div aria-hidden className="hidden">
      <input name="website" aria-label="Website" type="text" tabIndex={-1} autoComplete="off" />
    </div>
  )
}
