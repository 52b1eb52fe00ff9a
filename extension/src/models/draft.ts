// The form for a model: from what is typed to what the daemon is asked for.
import type { ModelProvider, ModelRecord, NewModel } from '../wire';

/** What is in the fields. A key is typed in, and never comes out of the daemon. */
export interface ModelDraft {
  provider: string;
  name: string;
  model: string;
  key: string;
  baseUrl: string;
  contextWindow: string;
  vision: 'yes' | 'no' | '';
  inputPrice: string;
  outputPrice: string;
}

export const EMPTY_DRAFT: ModelDraft = {
  provider: '',
  name: '',
  model: '',
  key: '',
  baseUrl: '',
  contextWindow: '',
  vision: '',
  inputPrice: '',
  outputPrice: '',
};

/** The fields for changing a model that is there. */
export function draftOf(record: ModelRecord): ModelDraft {
  return {
    ...EMPTY_DRAFT,
    name: record.name,
    model: record.model,
    baseUrl: record.baseUrl,
    contextWindow: record.contextWindow?.toString() ?? '',
    inputPrice: record.price?.input.toString() ?? '',
    outputPrice: record.price?.output.toString() ?? '',
  };
}

/** `changed` is the model that is there already; what is left empty stays as it is. */
export function modelFrom(
  draft: ModelDraft,
  provider: ModelProvider | undefined,
  changed?: ModelRecord,
): { model: NewModel } | { fault: string } {
  if (!changed && !provider) return { fault: 'Choose a provider.' };
  const name = changed?.name ?? (draft.name.trim() || provider?.id) ?? '';
  const model = draft.model.trim();
  if (!model) return { fault: 'Say which model, as its provider names it.' };
  const key = draft.key.trim();
  const baseUrl = draft.baseUrl.trim();
  if (!changed && provider?.needsKey && !key && !baseUrl) {
    return { fault: `${provider.title} needs a key.` };
  }
  if (!changed && provider?.needsContextWindow && !draft.contextWindow.trim()) {
    return { fault: 'Say how many tokens the model can read, for instance 32000.' };
  }
  const contextWindow = numberIn(draft.contextWindow);
  if (Number.isNaN(contextWindow) || !Number.isInteger(contextWindow ?? 0)) {
    return { fault: 'The context window is a whole number of tokens.' };
  }
  const [input, output] = [numberIn(draft.inputPrice), numberIn(draft.outputPrice)];
  if (Number.isNaN(input) || Number.isNaN(output)) return { fault: 'A price is a number.' };
  if ((input === undefined) !== (output === undefined)) {
    return { fault: 'Say both prices, or none.' };
  }
  return {
    model: {
      name,
      ...(provider && { provider: provider.id }),
      model,
      ...(baseUrl && { baseUrl }),
      ...(key && { key }),
      ...(contextWindow !== undefined && { contextWindow }),
      ...(draft.vision && { vision: draft.vision === 'yes' }),
      ...(input !== undefined && output !== undefined && { price: { input, output } }),
    },
  };
}

/** Undefined for an empty field, `NaN` for what is no number. */
function numberIn(text: string): number | undefined {
  const trimmed = text.trim().replace(',', '.');
  return trimmed ? Number(trimmed) : undefined;
}
