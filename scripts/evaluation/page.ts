import { gainsPlot, legend, liftPlot, reliabilityPlot } from './plots.ts'
import {
  assumptionTables,
  bandTable,
  boundTable,
  minimumTable,
  type Run,
  rankingTable,
  runTable,
  type Table,
  targetTable,
  toPercent,
} from './tables.ts'

const STYLE = `
:root{color-scheme:light dark;--page:#fff;--text:#16181d;--muted:#5b6270;--line:#dfe3ea;--model:#1d4ed8;--age:#b45309;--count:#6b7280;--best:#047857;--band:#be123c}
@media (prefers-color-scheme:dark){:root{--page:#0e1116;--text:#e8ebf0;--muted:#9aa3b2;--line:#2a303b;--model:#7aa2ff;--age:#f0a94b;--count:#9ca3af;--best:#4ade9f;--band:#ff7a95}}
*{box-sizing:border-box}body{margin:0 auto;max-width:1040px;padding:32px 20px 64px;background:var(--page);color:var(--text);font:16px/1.55 system-ui,sans-serif}
h1{font-size:28px;line-height:1.2;margin:0 0 8px}h2{font-size:19px;margin:40px 0 6px}p{max-width:72ch;margin:0 0 12px}.note,figcaption{color:var(--muted);font-size:14px}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px;margin:24px 0}dl div{border:1px solid var(--line);border-radius:10px;padding:12px 14px}dt{color:var(--muted);font-size:13px}dd{margin:2px 0 0;font-size:26px;font-variant-numeric:tabular-nums}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:14px;font-variant-numeric:tabular-nums}th,td{text-align:left;vertical-align:top;padding:6px 12px 6px 0;border-bottom:1px solid var(--line)}th{color:var(--muted);font-weight:500}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(320px,1fr));gap:24px}figure{margin:0}svg{width:100%;height:auto;display:block}svg text{fill:var(--muted);font:12px system-ui,sans-serif}
.grid{stroke:var(--line)}.even{stroke:var(--muted);stroke-dasharray:3 4}polyline{fill:none;stroke-width:2}
polyline.model{stroke:var(--model)}circle.model,rect.model{fill:var(--model)}polyline.ageAndTenure{stroke:var(--age);stroke-dasharray:7 4}polyline.counting{stroke:var(--count);stroke-dasharray:2 4}polyline.knowable{stroke:var(--best);stroke-dasharray:10 3 2 3}
line.band{stroke:var(--band)}rect.band{fill:var(--band)}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:4px 18px;padding:0;margin:8px 0 0;font-size:14px}.legend i{display:inline-block;width:22px;border-top:3px solid;margin-right:8px;vertical-align:middle}i.model{color:var(--model)}i.ageAndTenure{color:var(--age);border-top-style:dashed}i.counting{color:var(--count);border-top-style:dotted}i.knowable{color:var(--best);border-top-style:double}
`

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

function tableHtml({ title, note, head, rows }: Table): string {
  const cells = (tag: 'th' | 'td', texts: readonly string[]) =>
    texts.map((text) => `<${tag}>${escapeHtml(text)}</${tag}>`).join('')
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('\n')
  return `<section><h2>${escapeHtml(title)}</h2>${note ? `<p class="note">${escapeHtml(note)}</p>` : ''}
<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(title)}"><table><thead><tr>${cells('th', head)}</tr></thead><tbody>
${body}
</tbody></table></div></section>`
}

function headlineHtml({ evaluation }: Run): string {
  const { all, owners, ece } = evaluation
  const stats = [
    ['AUC, everyone', all.model.auc.value.toFixed(3)],
    ['AUC, owners', owners.model.auc.value.toFixed(3)],
    ['Top-decile lift, owners', owners.model.lift.value.toFixed(2)],
    ['Calibration error', ece.toFixed(4)],
    ['Moved in the year', toPercent(all.moverCount / all.people)],
  ]
  return `<dl>${stats.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>`
}

const STRESS_NOTE =
  'The same people under harder assumptions, one change at a time, then all together. Where the design left room, the main simulation uses the more favorable choice, and some choices were made after seeing results. These are the less favorable ones. Missed minimums are counted in the last column.'
const SEED_NOTE = 'The same simulation with other random seeds, to show how much the results vary by chance.'

const HARDER_NOTE =
  'Truths further away from what the score assumes. "Learned" reads the same records and learned from the true chances of that very simulation, so it shows about how much the records can tell; the difference between it and the true chance is on no record.'

/** All simulations of a report. */
export type Runs = {
  main: Run
  stresses: readonly Run[]
  harder: readonly Run[]
  seeds: readonly Run[]
}

/** Results by simulation, in the order of the report. */
export function runTables({ main, stresses, harder, seeds }: Runs): Table[] {
  return [
    runTable('Stress tests', STRESS_NOTE, [main, ...stresses]),
    boundTable('Harder truths: ranking', HARDER_NOTE, [main, ...harder]),
    runTable('Harder truths: calibration', HARDER_NOTE, [main, ...harder]),
    runTable('Other random seeds', SEED_NOTE, [main, ...seeds]),
  ]
}

/** The report as one page that requests no other files. */
export function renderPage(runs: Runs): string {
  const mainRun = runs.main
  const { people, seed, all } = mainRun.evaluation
  const tables = [
    rankingTable(mainRun.evaluation),
    bandTable(mainRun.evaluation),
    targetTable(mainRun.evaluation),
    minimumTable(mainRun.evaluation),
    ...runTables(runs),
    ...assumptionTables(),
  ]
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Evaluation of the score</title><style>${STYLE}</style></head><body><main>
<h1>Evaluation of the score</h1>
<p><strong>A simulation, not evidence from the field.</strong> ${people.toLocaleString('en')} invented adults live through 36 months, of which the score sees the first 24 through imperfect records and predicts the last 12. Their true behavior is built around the tables of the score's design, differs from person to person, and reads nothing of the score. These results show how much the score loses to wrong parameters and missing records. They don't show that the parameters are right.</p>
<p>Accuracy is no useful measure: predicting that no one moves would be ${toPercent(1 - all.moverCount / people)} accurate. Seed ${seed}.</p>
${headlineHtml(mainRun)}
<div class="plots"><figure>${reliabilityPlot(mainRun.evaluation)}<figcaption>Predicted and observed moves: ten groups of equal size (dots), and the strengths of the score with 95% intervals (squares). On the dotted line they are equal.</figcaption></figure>
<figure>${gainsPlot(mainRun.evaluation)}${legend()}<figcaption>Owners only. The thin dotted line shows calls in random order.</figcaption></figure>
<figure>${liftPlot(mainRun.evaluation)}<figcaption>Owners only: lift of each tenth of the list, ordered by score. 1 × is random order.</figcaption></figure></div>
${tables.map(tableHtml).join('\n')}
</main></body></html>
`
}
