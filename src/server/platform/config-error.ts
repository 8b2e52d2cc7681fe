/** A start that cannot go on; `message` names the variable to set. */
export class ConfigError extends Error {}
