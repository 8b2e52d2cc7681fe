/** A configuration that prevents the start; `message` names the variable to set. */
export class ConfigError extends Error {}
