/** Largest uploaded picture that is decoded. */
export const LOGO_LIMITS = { maxPixels: 25_000_000, maxEdge: 8000, seconds: 10 }
/** Longest sides of a stored logo and of a favicon, in pixels. */
export const LOGO_EDGE = 512
export const FAVICON_EDGE = 192
/** Largest SVG file, in bytes. A drawing above this is a picture. */
export const MAX_SVG_BYTES = 256 * 1024
/** Elements that an SVG may draw, those behind references counted each time. */
export const MAX_SVG_COST = 20_000
/** Cost of a mask or clip path beside its content, because it needs a layer of its own. */
export const SVG_LAYER_COST = 100
export const MAX_SVG_DEPTH = 64
/** Sender addresses are looked at again after this time. */
export const SENDER_CHECK_MS = 24 * 3600_000
/** Sender addresses that one sweep looks at. */
export const SENDERS_PER_SWEEP = 20
