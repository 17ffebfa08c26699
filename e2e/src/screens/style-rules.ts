import type { Page } from 'playwright-core';

/** Parsed rule of a style sheet. */
export interface StyleRule {
  selector: string;
  /** Cascade layer; empty outside of layers. */
  layer: string;
}

export interface StyleSheetContent {
  rules: StyleRule[];
  keyframes: string[];
  /** Names of global rules such as `@font-face`. */
  globalRules: string[];
}

/** Parses a style sheet in the browser. */
export function readStyles(page: Page, css: string): Promise<StyleSheetContent> {
  return page.evaluate((text) => {
    const content: StyleSheetContent = { rules: [], keyframes: [], globalRules: [] };
    const collect = (rules: Iterable<CSSRule>, layer: string): void => {
      for (const rule of rules) {
        if (rule instanceof CSSLayerBlockRule) collect(rule.cssRules, rule.name);
        else if (rule instanceof CSSStyleRule) {
          content.rules.push({ selector: rule.selectorText, layer });
          collect(rule.cssRules, layer);
        } else if (rule instanceof CSSKeyframesRule) content.keyframes.push(rule.name);
        else if (rule instanceof CSSGroupingRule) collect(rule.cssRules, layer);
        else if (!(rule instanceof CSSLayerStatementRule))
          content.globalRules.push(rule.cssText.split(/[ {]/, 1)[0] ?? '');
      }
    };
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    collect(sheet.cssRules, '');
    return content;
  }, css);
}

/** Names of the classes in a selector. */
export const classesIn = (selector: string): string[] =>
  [...selector.matchAll(/\.(-?[_a-z][\w-]*)/gi)].map(([, name = '']) => name);

/** Computed styles of the document, its body, and the elements that match with their descendants. */
export function computedStyles(page: Page, selector: string): Promise<Record<string, string>[]> {
  return page.evaluate((matching) => {
    const elements = [
      document.documentElement,
      document.body,
      ...document.querySelectorAll(`${matching}, ${matching} *`),
    ];
    return elements.map((element) => {
      const style = getComputedStyle(element);
      return Object.fromEntries([...style].map((property) => [property, style.getPropertyValue(property)]));
    });
  }, selector);
}
