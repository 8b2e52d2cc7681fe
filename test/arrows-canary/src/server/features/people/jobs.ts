export const nightly = () => {}
