import { act, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createLazyComponent, setTextLoader } from './lazy-component.tsx';

class Boundary extends Component<{ readonly children: ReactNode }, { readonly apiError?: string }> {
  override state: { readonly apiError?: string } = {};
  static getDerivedStateFromError = (error: Error) => ({ apiError: error.message });
  override render() {
    return this.state.apiError ?? this.props.children;
  }
}

const Word = ({ word }: { readonly word: string }) => <p>{word}</p>;

it('renders nothing until the code is loaded, and later renders at once', async () => {
  const load = vi.fn<() => Promise<typeof Word>>(() => Promise.resolve(Word));
  const LoadedComponent = createLazyComponent(load);
  const { container, unmount } = render(<LoadedComponent word="first" />);
  expect(container.textContent).toBe('');
  await screen.findByText('first');
  unmount();
  render(<LoadedComponent word="second" />);
  expect(screen.getByText('second')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(1);
});

it('passes an error to the error boundary, and loads again when it is mounted again', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi
    .fn<() => Promise<typeof Word>>(() => Promise.resolve(Word))
    .mockRejectedValueOnce(new Error('not loaded'));
  const LoadedComponent = createLazyComponent(load);
  const { unmount } = render(<LoadedComponent word="a" />, { wrapper: Boundary });
  await screen.findByText('not loaded');
  unmount();
  render(<LoadedComponent word="a" />, { wrapper: Boundary });
  await screen.findByText('a');
  quiet.mockRestore();
});

it('renders code when its texts are loaded, and loads them again after an error', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => setTextLoader(() => Promise.resolve()));
  const texts = Promise.withResolvers<undefined>();
  const loadTexts = vi
    .fn<() => Promise<void>>(() => texts.promise)
    .mockRejectedValueOnce(new Error('no texts'));
  setTextLoader(loadTexts);
  const LoadedComponent = createLazyComponent(() => Promise.resolve(Word));
  const { unmount } = render(<LoadedComponent word="a" />, { wrapper: Boundary });
  await screen.findByText('no texts');
  unmount();
  render(<LoadedComponent word="a" />, { wrapper: Boundary });
  await act(() => Promise.resolve());
  expect(screen.queryByText('a')).toBeNull();
  texts.resolve(undefined);
  await screen.findByText('a');
  render(<LoadedComponent word="b" />);
  expect(screen.getByText('b')).toBeDefined();
  expect(loadTexts).toHaveBeenCalledTimes(2);
});

it('ignores an error while the page is left, but not after the user stays', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const load = vi.fn<() => Promise<typeof Word>>(() => Promise.reject(new Error('not loaded')));
  const show = async () => {
    const { container } = render(<LoadedComponent word="a" />, { wrapper: Boundary });
    await act(() => vi.advanceTimersByTimeAsync(0));
    return container.textContent;
  };
  const preloadError = () => {
    const event = new Event('vite:preloadError', { cancelable: true });
    window.dispatchEvent(event);
    return event;
  };
  const LoadedComponent = createLazyComponent(load);
  window.dispatchEvent(new Event('beforeunload'));
  expect(await show()).toBe('');
  expect(preloadError().defaultPrevented).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await show()).toBe('not loaded');
  expect(preloadError().defaultPrevented).toBe(false);
  expect(load).toHaveBeenCalledTimes(2);
  quiet.mockRestore();
});
