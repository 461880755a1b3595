using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

namespace Pedido
{
    /// <summary>A request that nobody with the secret has sent, or not just now: answer it 400 or 401.</summary>
    public sealed class WebhookVerificationException : Exception
    {
        internal WebhookVerificationException(string reason, string text)
            : base(text)
        {
            Reason = reason;
        }

        /// <summary>
        /// <c>headers</c> lack the signature; the <c>time</c> is too far away; the <c>signature</c> is another.
        /// </summary>
        public string Reason { get; }
    }

    /// <summary>Signatures of webhooks, as https://www.standardwebhooks.com has them.</summary>
    public static class Webhooks
    {
        private static readonly TimeSpan UsualTolerance = TimeSpan.FromMinutes(5);
        private static readonly DateTimeOffset Epoch = new DateTimeOffset(1970, 1, 1, 0, 0, 0, TimeSpan.Zero);

        /// <summary>Verifies the signature of a webhook and gives its event.</summary>
        /// <param name="body">as it came: these bytes were signed, and not the JSON that they mean</param>
        /// <param name="headerOf">gives a header by its name: <c>name => request.Headers[name]</c></param>
        /// <param name="secret"><c>whsec_…</c></param>
        /// <param name="tolerance">how far the clocks of both sides may be apart; 5 minutes unless given</param>
        /// <exception cref="WebhookVerificationException">Nobody with the secret has sent this just now.</exception>
        public static Json Verify(
            byte[] body,
            Func<string, string> headerOf,
            string secret,
            TimeSpan? tolerance = null)
        {
            return Verify(body, headerOf, new[] { secret }, tolerance);
        }

        /// <summary>Verifies a webhook while its secret is being replaced, with the new and the old one.</summary>
        /// <param name="body">as it came: these bytes were signed, and not the JSON that they mean</param>
        /// <param name="headerOf">gives a header by its name: <c>name => request.Headers[name]</c></param>
        /// <param name="secrets"><c>whsec_…</c>, each</param>
        /// <param name="tolerance">how far the clocks of both sides may be apart; 5 minutes unless given</param>
        /// <exception cref="WebhookVerificationException">Nobody with a secret has sent this just now.</exception>
        public static Json Verify(
            byte[] body,
            Func<string, string> headerOf,
            IEnumerable<string> secrets,
            TimeSpan? tolerance = null)
        {
            var id = Header(headerOf, "webhook-id");
            var sent = Header(headerOf, "webhook-timestamp");
            var signatures = Header(headerOf, "webhook-signature").Split(' ').Select(Encoding.UTF8.GetBytes).ToList();
            if (!Regex.IsMatch(sent, "^[0-9]{1,12}\\z") || IsFar(sent, tolerance ?? UsualTolerance))
            {
                throw new WebhookVerificationException("time", $"This was sent at another time: {sent}.");
            }
            var signed = Encoding.UTF8.GetBytes($"{id}.{sent}.").Concat(body).ToArray();
            foreach (var secret in secrets)
            {
                using (var hmac = new HMACSHA256(KeyOf(secret)))
                {
                    var own = Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(hmac.ComputeHash(signed)));
                    if (signatures.Any(signature => AreSame(own, signature)))
                    {
                        return Json.Parse(Encoding.UTF8.GetString(body));
                    }
                }
            }
            throw new WebhookVerificationException("signature", "None of the signatures is of these secrets.");
        }

        private static string Header(Func<string, string> headerOf, string name)
        {
            var value = headerOf(name);
            if (string.IsNullOrEmpty(value))
            {
                throw new WebhookVerificationException("headers", $"The header {name} is missing.");
            }
            return value;
        }

        private static bool IsFar(string sent, TimeSpan tolerance)
        {
            var seconds = (DateTimeOffset.UtcNow - Epoch).TotalSeconds - long.Parse(sent);
            return Math.Abs(seconds) > tolerance.TotalSeconds;
        }

        private static byte[] KeyOf(string secret)
        {
            try
            {
                var key = Convert.FromBase64String(Regex.Replace(secret, "^whsec_", ""));
                if (key.Length > 0)
                {
                    return key;
                }
            }
            catch (FormatException)
            {
                // Said below.
            }
            throw new ArgumentException("A secret of a webhook begins with whsec_.");
        }

        /// <summary>Takes the same time for every wrong signature.</summary>
        [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.NoOptimization)]
        private static bool AreSame(byte[] own, byte[] other)
        {
            var difference = own.Length ^ other.Length;
            for (var i = 0; i < own.Length && i < other.Length; i++)
            {
                difference |= own[i] ^ other[i];
            }
            return difference == 0;
        }
    }
}
