// Who makes locators, frames and pages. Their modules are built on one another, and each enters its
// own maker here, so that none has to import the one that imports it.

export const make = {
  locator: undefined,
  frameLocator: undefined,
  handle: undefined,
  page: undefined,
};
