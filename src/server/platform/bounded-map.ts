/** A map of at most `max` entries: a new one replaces the entry that was set longest ago. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #max: number

  constructor(max: number) {
    super()
    this.#max = max
  }

  override set(key: K, value: V): this {
    // Deleted first, which moves the entry to the end.
    this.delete(key)
    const [oldest] = this.keys()
    if (this.size >= this.#max && oldest !== undefined) this.delete(oldest)
    return super.set(key, value)
  }
}
