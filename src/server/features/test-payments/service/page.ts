import type { BillingPeriod } from '#contract/billing.ts'
import { PROFESSIONAL } from '#domain/billing/plans.ts'
import { escapeHtml } from '#server/platform/content/escape-html.ts'

/** Served as a file, since the content security policy allows no inline styles. */
export const STYLE = `:root { color-scheme: dark light; --page: #0e1014; --surface: #14171c; --line: #2a2e36; --text: #f3f4f7;
  --muted: #a3a8b3; --accent: #4cc2ff; --on-accent: #0e1014; --danger: #ff7a70; }
@media (prefers-color-scheme: light) { :root { --page: #f9fafb; --surface: #fff; --line: #e2e4e9; --text: #171a20;
  --muted: #545a66; --accent: #0a64a4; --on-accent: #fff; --danger: #b3261e; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--page);
  color: var(--text); font: 16px/1.5 "Inter Variable", system-ui, sans-serif; }
main { width: 100%; max-width: 420px; padding: 24px; background: var(--surface); border: 1px solid var(--line);
  border-radius: 8px; }
h1 { margin: 0 0 4px; font-size: 20px; }
p { margin: 0 0 16px; color: var(--muted); overflow-wrap: anywhere; }
p[role="alert"] { color: var(--danger); }
dl { display: grid; grid-template-columns: auto 1fr; gap: 8px 16px; margin: 0 0 20px; padding: 16px 0;
  border: solid var(--line); border-width: 1px 0; }
dt { color: var(--muted); }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
form { margin: 8px 0 0; }
main.wide { max-width: 640px; }
h2 { margin: 24px 0 8px; font-size: 16px; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 8px 0; border-bottom: 1px solid var(--line); text-align: left; font-weight: 400; }
th { color: var(--muted); }
table + a.button { margin-top: 16px; }
th:last-child, td:last-child { text-align: right; }
button, a.button { display: block; width: 100%; padding: 10px 16px; border: 1px solid var(--line); border-radius: 8px;
  background: transparent; color: var(--text); font: inherit; font-weight: 500; text-align: center;
  text-decoration: none; cursor: pointer; }
.primary { border-color: transparent; background: var(--accent); color: var(--on-accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`

export const NO_CHARGE = 'This is a test: no card is charged, and no payment provider is connected.'

/** `content` is markup: values from users or programs must be escaped. */
export function renderPage(heading: string, content: string, style = ''): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Test payments</title>
    <link rel="stylesheet" href="/test-payments/style.css">
  </head>
  <body>
    <main class="${style}">
      <h1>${heading}</h1>
      ${content}
    </main>
  </body>
</html>
`
}

export function priceText(period: BillingPeriod): string {
  return period === 'yearly'
    ? `$${PROFESSIONAL.yearlyPrice} per year`
    : `$${PROFESSIONAL.monthlyPrice} per month`
}

/** A form that has only a button. */
export function renderButton(action: string, label: string, style = ''): string {
  return `<form method="post" action="${escapeHtml(action)}">
        <button type="submit" class="${style}">${label}</button></form>`
}
