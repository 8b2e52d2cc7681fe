import satori from 'satori'
import sharp from 'sharp'
import type { Chart } from '#domain/charts/chart.ts'
import { CHART_TEXT_SIZE, layOutChart } from '#domain/charts/layout.ts'
import type { Mark, MarkColor } from '#domain/charts/shapes.ts'
import {
  PICTURE_FONT_FAMILY,
  PICTURE_FONTS,
  type PictureBox,
  type PictureStyle,
  pictureBox,
} from './picture-box.ts'

export type ChartPicture = {
  title: string
  /** The period and filters, so that the picture says by itself what it counts. */
  filtersText: string
  /** Size in CSS pixels; charts with a row for each name choose their own height. */
  width: number
  height: number
}

/** Pixels of the picture for each CSS pixel. */
const SCALE = 2
const MARGIN = 24
/** Of Inter: how far its baseline is below the top of a line as high as its text. */
const BASELINE = 0.87
/** Wide enough for every label of a chart. */
const TEXT_WIDTH = 400

/** Colors of the light theme as hex, because satori doesn't read OKLCH. */
export const PICTURE_COLORS: Readonly<Record<MarkColor, string>> = {
  text: '#171b21',
  muted: '#51555d',
  dim: '#6b6f77',
  line: '#e1e3e7',
  accent: '#006eb8',
  green: '#007f43',
  yellow: '#956300',
  orange: '#b04d00',
  red: '#c9222b',
  'cat-death': '#6e48a5',
  'cat-divorce': '#c95463',
  'cat-downsizing': '#009993',
  'cat-debt': '#ad5600',
  'cat-diapers': '#007dae',
  'cat-diplomas': '#6584dd',
  'cat-diamonds': '#97497f',
  'cat-destinations': '#277f43',
  'cat-disaster': '#a18712',
}

/** Draws a chart as PNG with the layout of the screen, on white, with its title, filters and legend. */
export async function drawChart(
  chart: Chart,
  { title, filtersText, width, height }: ChartPicture,
): Promise<Buffer> {
  const layout = layOutChart(chart, { width: width - 2 * MARGIN, height })
  const legend = legendOf(chart)
  const page = { width: '100%', height: '100%', fontFamily: PICTURE_FONT_FAMILY, fontWeight: 500 }
  const root = pictureBox(
    {
      ...page,
      flexDirection: 'column',
      padding: MARGIN,
      backgroundColor: '#ffffff',
      color: PICTURE_COLORS.text,
    },
    [
      pictureBox({ fontSize: 18, fontWeight: 700 }, title),
      pictureBox({ fontSize: 13, color: PICTURE_COLORS.muted, marginTop: 4 }, filtersText),
      ...legend,
      pictureBox({ position: 'relative', width: layout.width, height: layout.height, marginTop: 16 }, [
        shapesOf(layout.marks, layout),
        ...layout.marks.flatMap((mark) => textOf(mark, layout.width)),
      ]),
    ],
  )
  const svg = await satori(root, { width, fonts: PICTURE_FONTS })
  return sharp(Buffer.from(svg), { density: 72 * SCALE })
    .png({ palette: true, quality: 90 })
    .toBuffer()
}

/** Names of the colors of a chart with several series. */
function legendOf(chart: Chart): PictureBox[] {
  const series = 'series' in chart ? chart.series : []
  if (series.length < 2) return []
  const items = series.map(({ name, tone }) =>
    pictureBox({ alignItems: 'center', marginRight: 16 }, [
      pictureBox({
        width: 8,
        height: 8,
        borderRadius: 2,
        marginRight: 6,
        backgroundColor: PICTURE_COLORS[tone],
      }),
      pictureBox({ fontSize: 12, color: PICTURE_COLORS.muted }, name),
    ]),
  )
  return [pictureBox({ flexWrap: 'wrap', marginTop: 12 }, items)]
}

/** The marks without text as one SVG element. */
function shapesOf(marks: readonly Mark[], { width, height }: { width: number; height: number }): PictureBox {
  const children = marks.flatMap((mark): PictureBox[] => {
    if (mark.shape === 'text') return []
    const { d, fill, stroke, opacity, isDashed } = mark
    const props = {
      d,
      fill: fill ? PICTURE_COLORS[fill] : 'none',
      stroke: stroke ? PICTURE_COLORS[stroke] : 'none',
      'stroke-width': mark.width ?? 1,
      'stroke-linejoin': 'round',
      opacity: opacity ?? 1,
      ...(isDashed ? { 'stroke-dasharray': '4 4' } : {}),
    }
    return [{ type: 'path', key: null, props }]
  })
  const size = { width, height, viewBox: `0 0 ${width} ${height}` }
  return {
    type: 'svg',
    key: null,
    props: { ...size, style: { position: 'absolute', left: 0, top: 0 }, children },
  }
}

/** The text of a mark; satori has no text within SVG. */
function textOf(mark: Mark, width: number): PictureBox[] {
  if (mark.shape !== 'text') return []
  const { x, y, text, anchor, color } = mark
  const sides: Record<typeof anchor, PictureStyle> = {
    start: { left: x, justifyContent: 'flex-start' },
    middle: { left: x - TEXT_WIDTH / 2, justifyContent: 'center' },
    end: { right: width - x, justifyContent: 'flex-end' },
  }
  const font = {
    fontSize: CHART_TEXT_SIZE,
    lineHeight: 1,
    whiteSpace: 'nowrap',
    color: PICTURE_COLORS[color],
  }
  return [
    pictureBox(
      {
        position: 'absolute',
        top: y - CHART_TEXT_SIZE * BASELINE,
        width: TEXT_WIDTH,
        ...sides[anchor],
        ...font,
      },
      text,
    ),
  ]
}
